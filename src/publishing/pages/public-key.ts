import { createHash } from 'node:crypto'

const length = 12

/** What programs know a part of a page by, 12 lowercase letters and digits. The id cannot be told from it. */
export const publicKey = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, length)
