import { ArtifactHealth, DirectoryStore, storeContent } from '#artifacts'
import type { BlobContent, BlobKey, StoreStep } from '#artifacts'
import { createEncryption, silentLog, TestClock } from '#kernel'
import { openDatabase } from '#storage/database'
import { Readable } from 'node:stream'

// Stores content in a separate process, which kills itself after a step, or in the middle of the upload.
const [connectionString = '', directory = '', accountId = '', lastStep = '', nowMs = ''] = process.argv.slice(2)

const die = (): void => void process.kill(process.pid, 'SIGKILL')

class DyingStore extends DirectoryStore {
  override put(key: BlobKey, content: BlobContent, signal: AbortSignal): Promise<void> {
    if (lastStep !== 'uploading') return super.put(key, content, signal)
    const half = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(content.sizeBytes / 2)
      die()
      yield Buffer.alloc(content.sizeBytes / 2)
    }
    return super.put(key, { ...content, open: () => Readable.from(half()) }, signal)
  }
}

const onStep = (step: StoreStep): void => {
  if (step === lastStep) die()
}
const bytes = async function* (): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(200_000)
}
const tools = {
  store: {
    db: openDatabase({ connectionString, maxConnections: 1 }),
    encryption: createEncryption('a secret key for tests only'),
  },
  blobs: new DyingStore(directory, 'feedfacefeedface'),
  spoolDirectory: `${directory}/spool`,
  quotaBytes: 10_000_000,
  clock: new TestClock(Number(nowMs)),
  log: silentLog,
  health: new ArtifactHealth(),
}
await storeContent(tools, accountId, { stream: bytes() }, onStep)
