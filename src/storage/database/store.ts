import type { Encryption } from '#kernel'
import type { Database } from './database.ts'

/** The tools of verbs: the database, and the encryption of its secrets. */
export interface Store {
  readonly db: Database
  readonly encryption: Encryption
}
