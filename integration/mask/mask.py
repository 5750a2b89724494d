"""This module implements uuid.Mask in Python with the cryptography package.

    mask = Mask(key, b"order")
    mask.hide(uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
"""

import json
import sys
from uuid import UUID

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

HALF = (1 << 61) - 1


class Mask:
    """Implements FF1 of NIST SP 800-38G with radix 2 and n = 122."""

    def __init__(self, key: bytes, tweak: bytes):
        self.aes = Cipher(algorithms.AES(key), modes.CBC(bytes(16)))
        p = bytes([1, 2, 1, 0, 0, 2, 10, 61]) + (122).to_bytes(4, "big") + len(tweak).to_bytes(4, "big")
        self.start = p + tweak + bytes(-(len(tweak) + 9) % 16)

    def y(self, i: int, b: int) -> int:
        enciphered = self.aes.encryptor().update(self.start + bytes([i]) + b.to_bytes(8, "big"))
        return int.from_bytes(enciphered[-16:-4], "big")

    def hide(self, u: UUID) -> UUID:
        a, b = halves(u, 7)
        for i in range(10):
            a, b = b, (a + self.y(i, b)) & HALF
        return joined(a, b, 4)

    def reveal(self, u: UUID) -> UUID:
        a, b = halves(u, 4)
        for i in reversed(range(10)):
            a, b = (b - self.y(i, a)) & HALF, a
        return joined(a, b, 7)


def halves(u: UUID, version: int) -> tuple[int, int]:
    """Returns the two halves of the 122 bits other than the version and the variant."""
    if u.version != version:
        raise ValueError(f"{u} is not version {version}")
    n = u.int >> 80 << 74 | (u.int >> 64 & 0xFFF) << 62 | u.int & (1 << 62) - 1
    return n >> 61, n & HALF


def joined(a: int, b: int, version: int) -> UUID:
    n = a << 61 | b
    return UUID(int=n >> 74 << 80 | version << 76 | (n >> 62 & 0xFFF) << 64 | 2 << 62 | n & (1 << 62) - 1)


if __name__ == "__main__":  # the test passes the contents of testdata/mask.json
    for v in json.load(sys.stdin):
        mask = Mask(bytes.fromhex(v["key"]), bytes.fromhex(v["tweak"]))
        print(mask.hide(UUID(v["v7"])), mask.reveal(UUID(v["v4"])))
