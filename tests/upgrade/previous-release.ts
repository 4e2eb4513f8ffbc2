import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Where `node tools/upgrade-fixture.mjs` records a release: its migrations, the rows of an installation, its answers. */
export const releaseFolder = join(import.meta.dirname, 'previous-release')

export const migrationsFolder = join(releaseFolder, 'migrations')

/** The installation that was recorded. */
export interface RecordedInstallation {
  /** What its stored secrets are encrypted with. */
  readonly secretKey: string
  /** Of the owner of its account. */
  readonly apiKey: string
  readonly accountId: string
  /** When it was recorded, in milliseconds since 1970. */
  readonly atMs: number
  /** A webhook whose message about the failing check is pending. */
  readonly webhookId: number
  readonly failingCheckId: string
  readonly statusPageUrl: string
  /** What the public status page shows. */
  readonly statusPageTexts: readonly string[]
}

/** What an operation without a body answered. */
export interface RecordedAnswer {
  readonly url: string
  readonly body: unknown
}

const read = (name: string): string => readFileSync(join(releaseFolder, name), 'utf8')

export const readInstallation = (): RecordedInstallation => parseInstallation(read('installation.json'))
export const readAnswers = (): readonly RecordedAnswer[] => linesOf(read('answers.jsonl')).map(parseAnswer)

/** Statements that fill the tables of the release. */
export const readRows = (): string => gunzipSync(readFileSync(join(releaseFolder, 'rows.sql.gz'))).toString('utf8')

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** These files are written by the tool alone, in these shapes. */
const parseInstallation = (text: string): RecordedInstallation => JSON.parse(text) as RecordedInstallation
const parseAnswer = (text: string): RecordedAnswer => JSON.parse(text) as RecordedAnswer
