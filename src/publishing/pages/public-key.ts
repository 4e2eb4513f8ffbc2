import { createHash } from 'node:crypto'

const length = 12

/** The name of a part of a page for programs, 12 lowercase letters and digits. The id cannot be told from it. */
export const publicKey = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, length)
