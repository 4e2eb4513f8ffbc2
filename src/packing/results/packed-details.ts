import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { invariant } from '#kernel'

const version = 1
/** Beyond it details become a hundredth smaller for each doubling of the time. */
const params = { [constants.ZSTD_c_compressionLevel]: 9 }

/** The result that a function of zlib hands to its callback. */
const answerOf = (run: (done: (error: Error | null, bytes: Buffer) => void) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => run((error, bytes) => (error === null ? resolve(bytes) : reject(error))))

/** Details as the database writes them, which have no line feeds, in one frame: each is like the one before. */
export const encodeDetails = async (details: readonly string[]): Promise<Buffer> =>
  Buffer.concat([
    Buffer.of(version),
    await answerOf((done) => zstdCompress(Buffer.from(details.join('\n')), { params }, done)),
  ])

/** In the order in which they were written. Throws when another version wrote them. */
export async function decodeDetails(bytes: Buffer): Promise<string[]> {
  invariant(bytes[0] === version, `the details of packed results have version ${version}, not ${bytes[0]}`)
  return (await answerOf((done) => zstdDecompress(bytes.subarray(1), done))).toString('utf8').split('\n')
}
