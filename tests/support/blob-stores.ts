import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SystemClock } from '#kernel'
import { DirectoryStore, S3Store } from '#artifacts'
import type { BlobStore } from '#artifacts'
import { S3Server } from './s3-server.ts'

export interface OpenedBlobs {
  readonly blobs: BlobStore
  /** A directory for what is not in the store, and the root of the store in a directory. */
  readonly directory: string
  readonly server: S3Server | null
  close(): Promise<void>
}

const credentials = {
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'a secret of tests',
  region: 'eu-west-1',
  bucket: 'runs',
}
const namespace = 'feedfacefeedface'

export async function directoryBlobs(): Promise<OpenedBlobs> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-artifacts-'))
  const close = (): Promise<void> => rm(directory, { recursive: true, force: true })
  return { blobs: new DirectoryStore(directory, namespace), directory, server: null, close }
}

export async function s3Blobs(changes: Partial<typeof credentials> = {}): Promise<OpenedBlobs> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-artifacts-'))
  const server = new S3Server(credentials)
  const endpoint = await server.listen()
  const options = { endpoint, prefix: 'belfry/', pathStyle: true, namespace, timeoutMs: 20_000 }
  return {
    blobs: new S3Store({ clock: new SystemClock(), ...credentials, ...options, ...changes }),
    directory,
    server,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export const blobStores = [
  ['a directory', directoryBlobs],
  ['an S3-compatible store', s3Blobs],
] as const
