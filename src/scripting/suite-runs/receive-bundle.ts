import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BundleOpened } from '#contract'
import { writeReason } from '#contract/reasons'

export interface ReceivedBundle extends AsyncDisposable {
  /** Alone in its directory, which the user of a run may read and nobody else can guess. */
  readonly path: string
}

/** Writes an opened bundle into a file. Rejects when its bytes are not those that were stored. */
export async function receiveBundle(
  bundle: Exclude<BundleOpened, { readonly problem: string }>,
  signal: AbortSignal,
): Promise<ReceivedBundle> {
  const root = await mkdtemp(path.join(tmpdir(), 'belfry-suite-'))
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true })
  try {
    const directory = path.join(root, randomUUID())
    await mkdir(directory)
    const file = path.join(directory, 'bundle.tgz')
    await pipeline(bundle.stream, verified(bundle), createWriteStream(file, { flags: 'wx' }), { signal })
    await chmod(file, 0o444)
    await chmod(directory, 0o755)
    await chmod(root, 0o711)
    return { path: file, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function verified({ sizeBytes, sha256 }: { readonly sizeBytes: number; readonly sha256: string }): Transform {
  const hash = createHash('sha256')
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(size > sizeBytes ? new Error(writeReason('BUNDLE_TOO_LONG')) : null, chunk)
    },
    flush(done) {
      done(hash.digest('hex') === sha256 ? null : new Error(writeReason('BUNDLE_DAMAGED')))
    },
  })
}
