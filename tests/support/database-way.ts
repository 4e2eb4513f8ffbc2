import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestDatabase } from './database.ts'

/** A connection path to the test database that only one service uses, so that it can be cut. */
export class DatabaseWay {
  readonly #database: TestDatabase
  readonly #directory: string
  readonly #name: string

  /** `directory`: of the test; `name`: of the service. */
  constructor(database: TestDatabase, directory: string, name: string) {
    this.#database = database
    this.#directory = join(directory, name)
    this.#name = `service ${name}`
  }

  /** Opens the path and returns the connection string. */
  open(): string {
    const { host, port, user, database } = this.#database.connection()
    const socket = `.s.PGSQL.${port}`
    rmSync(this.#directory, { recursive: true, force: true })
    mkdirSync(this.#directory)
    symlinkSync(join(host, socket), join(this.#directory, socket))
    const settings = new URLSearchParams({ host: this.#directory, application_name: this.#name })
    return `postgresql://${user}@localhost:${port}/${database}?${settings.toString()}`
  }

  /** Ends all connections and allows no others. */
  async cut(): Promise<void> {
    rmSync(this.#directory, { recursive: true })
    await this.#database.db().query(
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = $1`,
      [this.#name],
    )
  }
}
