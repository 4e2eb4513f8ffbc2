import path from 'node:path'
import type { EmbeddedConnection } from '#storage'

declare module 'vitest' {
  interface ProvidedContext {
    databaseRequestDirectory: string
  }
}

/** What the test run answers to test files that requested the server. */
export type DatabaseAnswer = { readonly connection: EmbeddedConnection } | { readonly error: string }

export const templateDatabase = 'belfry_template'

export const requestFile = (directory: string): string => path.join(directory, 'request')

export const answerFile = (directory: string): string => path.join(directory, 'answer.json')
