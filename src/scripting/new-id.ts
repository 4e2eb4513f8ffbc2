import { randomBytes } from 'node:crypto'

/** A name that nobody can guess. */
export const newId = (): string => randomBytes(12).toString('hex')
