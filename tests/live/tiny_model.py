"""Writes a tiny language model with random weights: ``python tiny_model.py FILE``.

Run by the Python that has the `gguf` package. What it says is noise; the wire around it is real.
The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

import sys

import gguf
import numpy as np

WIDTH, HEADS, INNER, CONTEXT = 64, 2, 128, 512
TEMPLATE = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}\n{% endfor %}<|assistant|>"


def vocabulary() -> tuple[list[bytes], list[float], list[int]]:
    kind = gguf.TokenType
    tokens: list[bytes] = [b"<unk>", b"<s>", b"</s>"]
    kinds: list[int] = [kind.UNKNOWN, kind.CONTROL, kind.CONTROL]
    tokens += [f"<0x{byte:02X}>".encode() for byte in range(256)]
    kinds += [kind.BYTE] * 256
    words = [*'abcdefghijklmnopqrstuvwxyz0123456789{}[]":,.', "▁", "▁the", "▁cat", "▁sat", "▁on"]
    tokens += [word.encode() for word in words]
    kinds += [kind.NORMAL] * len(words)
    return tokens, [-float(place) for place in range(len(tokens))], kinds


def main(file: str) -> None:
    tokens, scores, kinds = vocabulary()
    random = np.random.default_rng(7)
    writer = gguf.GGUFWriter(file, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_scores(scores)
    writer.add_token_types(kinds)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)
    shapes = {
        "token_embd": (len(tokens), WIDTH),
        "output": (len(tokens), WIDTH),
        "blk.0.attn_q": (WIDTH, WIDTH),
        "blk.0.attn_k": (WIDTH, WIDTH),
        "blk.0.attn_v": (WIDTH, WIDTH),
        "blk.0.attn_output": (WIDTH, WIDTH),
        "blk.0.ffn_gate": (INNER, WIDTH),
        "blk.0.ffn_up": (INNER, WIDTH),
        "blk.0.ffn_down": (WIDTH, INNER),
    }
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", random.normal(0, 0.2, shape).astype(np.float32))
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main(sys.argv[1])
