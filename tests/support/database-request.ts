import path from 'node:path'
import type { EmbeddedConnection } from '#embedded-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    databaseRequestDirectory: string
  }
}

/** What the test run answers to test files that requested the server. */
export type DatabaseAnswer = DatabaseOfRun | { readonly error: string }

export interface DatabaseOfRun {
  readonly connection: EmbeddedConnection
  /** A data directory whose database is initialised and migrated, stopped for good. */
  readonly installation: string
}

export const templateDatabase = 'belfry_template'

export const requestFile = (directory: string): string => path.join(directory, 'request')

export const answerFile = (directory: string): string => path.join(directory, 'answer.json')
