import { readSettings } from '#server'
import { findRunningEmbeddedPostgres } from '#embedded-postgres'
import { openDatabase } from '#storage/database'

const [text] = process.argv.slice(2)
const read = readSettings(process.env)
const connectionString = 'settings' in read ? await connectionOf(read.settings) : undefined

if (connectionString === undefined) {
  process.stderr.write('No database runs here: start the server, with the same BELFRY_DATA_DIR or DATABASE_URL.\n')
  process.exitCode = 1
} else if (text === undefined) {
  process.stdout.write(`${connectionString}\n`)
} else {
  await print(connectionString, text)
}

type Settings = Extract<ReturnType<typeof readSettings>, { readonly settings: unknown }>['settings']

async function connectionOf({ databaseUrl, dataDir }: Settings): Promise<string | undefined> {
  return databaseUrl ?? (await findRunningEmbeddedPostgres(dataDir))
}

/** Prints each row as one line of JSON. */
async function print(to: string, statement: string): Promise<void> {
  const database = openDatabase({ connectionString: to, maxConnections: 1 })
  try {
    for (const row of await database.rows(statement)) process.stdout.write(`${JSON.stringify(row)}\n`)
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
    process.exitCode = 1
  } finally {
    await database.close()
  }
}
