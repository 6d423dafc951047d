"""What providers lack, added around any chat model: patience, thinking tags, tools in text."""
