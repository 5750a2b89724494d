// This file implements uuid.Mask in JavaScript with Node's crypto module.
//
//	const mask = new Mask(key, Buffer.from("order"));
//	mask.hide("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

import { createCipheriv } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const half = (1n << 61n) - 1n;

// Mask implements FF1 of NIST SP 800-38G with radix 2 and n = 122.
export class Mask {
	#key;
	#start;

	constructor(key, tweak) {
		const p = Buffer.from([1, 2, 1, 0, 0, 2, 10, 61, 0, 0, 0, 122, 0, 0, 0, 0]);
		p.writeUInt32BE(tweak.length, 12);
		const zeros = Buffer.alloc((((-(tweak.length + 9)) % 16) + 16) % 16);
		this.#key = key;
		this.#start = Buffer.concat([p, tweak, zeros]);
	}

	#y(i, b) {
		const end = Buffer.alloc(9);
		end[0] = i;
		end.writeBigUInt64BE(b, 1);
		const aes = createCipheriv(`aes-${this.#key.length * 8}-cbc`, this.#key, Buffer.alloc(16)).setAutoPadding(false);
		const enciphered = aes.update(Buffer.concat([this.#start, end]));
		return BigInt("0x" + enciphered.subarray(-16, -4).toString("hex"));
	}

	hide(text) {
		let [a, b] = halves(text, "7");
		for (let i = 0; i < 10; i++) [a, b] = [b, (a + this.#y(i, b)) & half];
		return joined(a, b, 4n);
	}

	reveal(text) {
		let [a, b] = halves(text, "4");
		for (let i = 9; i >= 0; i--) [a, b] = [(b - this.#y(i, a)) & half, a];
		return joined(a, b, 7n);
	}
}

// halves returns the two halves of the 122 bits other than the version and the variant.
function halves(text, version) {
	if (!new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, "i").test(text)) {
		throw new Error(`${text} is not version ${version}`);
	}
	const u = BigInt("0x" + text.replaceAll("-", ""));
	const n = ((u >> 80n) << 74n) | (((u >> 64n) & 0xfffn) << 62n) | (u & ((1n << 62n) - 1n));
	return [n >> 61n, n & half];
}

function joined(a, b, version) {
	const n = (a << 61n) | b;
	const u = ((n >> 74n) << 80n) | (version << 76n) | (((n >> 62n) & 0xfffn) << 64n) | (2n << 62n) | (n & ((1n << 62n) - 1n));
	return u.toString(16).padStart(32, "0").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) { // the test passes the contents of testdata/mask.json
	for (const v of JSON.parse(readFileSync(0))) {
		const mask = new Mask(Buffer.from(v.key, "hex"), Buffer.from(v.tweak, "hex"));
		console.log(mask.hide(v.v7), mask.reveal(v.v4));
	}
}
