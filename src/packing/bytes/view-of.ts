/** Reads numbers where they lie: several times as fast as through the methods of the buffer. */
export const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
