import type { Encryption } from '#kernel'
import type { Database } from './database.ts'

/** What verbs work on: the database, and what opens and closes the secrets in it. */
export interface Store {
  readonly db: Database
  readonly encryption: Encryption
}
