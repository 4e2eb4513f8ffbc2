import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'

export interface Identity {
  readonly uid: number
  readonly gid: number
}

const searchBit = 0o1
const readBit = 0o4

/** Whether this uid can pass through every directory down to `target`, which itself must let it in. */
export async function isReachable(target: string, identity: Identity): Promise<boolean> {
  let directory = await realpath(target)
  while (await allows(directory, identity, searchBit)) {
    const parent = path.dirname(directory)
    if (parent === directory) return true
    directory = parent
  }
  return false
}

/** Whether the mode of this one file or directory lets the uid read it and execute or search it. */
export const isReadableAndExecutable = (file: string, identity: Identity): Promise<boolean> =>
  allows(file, identity, readBit | searchBit)

async function allows(file: string, identity: Identity, bits: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(file)
  const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}
