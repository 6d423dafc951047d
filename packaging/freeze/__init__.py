"""What a build of the program consists of; `installer.spec` puts it together."""
