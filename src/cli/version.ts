import { readFileSync } from 'node:fs'

/** Prints the versions of Belfry and of Node. */
export async function version(): Promise<number> {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  process.stdout.write(`belfry ${version} (Node ${process.versions.node})\n`)
  return 0
}
