import { randomBytes } from 'node:crypto'

/** An unguessable name. */
export const newId = (): string => randomBytes(12).toString('hex')
