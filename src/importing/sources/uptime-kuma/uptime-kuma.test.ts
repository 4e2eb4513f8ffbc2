import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { mistakesOfImport } from '../../../../tests/support/mistakes-of-import.ts'
import { SourceProblem } from '../../imported.ts'
import type { Imported, ImportFile } from '../../imported.ts'
import { uptimeKuma } from './index.ts'

const folder = path.join(import.meta.dirname, '../../../../tests/support/imports/uptime-kuma')
const fixture = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8')
const choices = { location: 'eu-west-1', locations: { US: 'us-east-1' }, environment: {} }
const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (...files: readonly ImportFile[]): Promise<Imported> => uptimeKuma.read(files, choices)
const readText = (text: string): Promise<Imported> => read({ path: 'kuma', content: encoded(text) })

const golden = (imported: Imported): string =>
  `${JSON.stringify({ ...imported, report: imported.report.map(({ item, field, fate, note }) => [item, field, fate, note].join(' | ')) }, null, 2)}\n`

/** The statements of the dump, for SQLite. */
const sqliteOf = (dump: string): string => dump.replaceAll(/\) ENGINE=[^;]*;/g, ');')

describe('a monitor of Uptime Kuma', () => {
  it('becomes a check with its groups, channels, windows and pages, and every field has a fate', async () => {
    const imported = await readText(await fixture('kuma-2.sql'))
    await expect(golden(imported)).toMatchFileSnapshot(path.join(folder, 'kuma-2.imported.json'))
    expect(await mistakesOfImport(imported)).toEqual([])
  })

  it('of any type and with any value is a valid check or a line of the report', async () => {
    const imported = await readText(await fixture('everything.json'))
    await expect(golden(imported)).toMatchFileSnapshot(path.join(folder, 'everything.imported.json'))
    expect(await mistakesOfImport(imported)).toEqual([])
    const unknown = imported.report.filter(({ fate }) => fate === 'unknown').map(({ field, item }) => field || item)
    expect(unknown).toEqual(['wholeNewField', 'table somethingNew'])
    const everything = JSON.stringify(imported.report)
    for (const secret of ['s3cret', 'p@ss', 'hunter2', 'tok"']) expect(everything).not.toContain(secret)
  })
})

describe('a database of Uptime Kuma', () => {
  it('is read as its dump is, with what SQLite keeps beside it, and columns that are missing', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'kuma-'))
    const file = path.join(directory, 'kuma.db')
    const database = new DatabaseSync(file)
    try {
      const dump = await fixture('kuma-2.sql')
      database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
      database.exec(sqliteOf(dump))
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.exec(`UPDATE monitor SET name = 'Front page' WHERE id = 3; BEGIN; DELETE FROM monitor; ROLLBACK`)
      const files = [
        { path: 'data/kuma.db', content: await readFile(file) },
        { path: 'data/kuma.db-wal', content: await readFile(`${file}-wal`) },
      ] as const
      const picture = { path: 'data/upload/logo1.png', content: encoded('x') }
      const [ofDump, withChanges, without] = [await readText(dump), await read(picture, ...files), await read(files[0])]
      expect(without).toEqual(ofDump)
      expect(withChanges.resources.findLast(({ value }) => value['name'] === 'Front page')).toMatchObject({
        state: 'up',
      })
      expect(await mistakesOfImport(withChanges)).toEqual([])
    } finally {
      database.close()
      await rm(directory, { recursive: true })
    }
  })
})

describe('a file that is broken', () => {
  it('is a problem with a sentence, wherever it ends', async () => {
    const dump = await fixture('kuma-2.sql')
    const backup = await fixture('everything.json')
    const cut = [dump, backup].flatMap((text) => [0.2, 0.5, 0.9].map((part) => text.slice(0, text.length * part)))
    const problems = await Promise.all(
      [...cut, '', '{', '{}', '[]', 'SQLite format 3\0', '{"monitorList":{}}', 'INSERT INTO `a` VALUES (1);'].map(
        (text) =>
          readText(text).then(
            () => 'read',
            (error: unknown) => error,
          ),
      ),
    )
    expect(problems.filter((problem) => !(problem instanceof SourceProblem) && problem !== 'read')).toEqual([])
    expect(problems.filter((problem) => problem === 'read').length).toBeLessThan(4)
  })

  it('with more monitors than an import takes is a problem, not a long wait', async () => {
    const monitorList = Array.from({ length: 100_000 }, (_none, id) => ({
      id,
      type: 'http',
      name: `M ${id}`,
      url: 'https://a.example/',
    }))
    await expect(readText(JSON.stringify({ monitorList }))).rejects.toThrow('One import takes at most 10000 resources')
  })
})

describe('what others have of Uptime Kuma', () => {
  const files = (...names: readonly string[]): Promise<readonly ImportFile[]> =>
    Promise.all(names.map(async (name) => ({ path: name, content: encoded(await fixture(name)) })))

  it('a state of Terraform is imported, in both of its forms', async () => {
    const imported = await read(...(await files('terraform.tfstate')))
    await expect(golden(imported)).toMatchFileSnapshot(path.join(folder, 'terraform.imported.json'))
    expect(await mistakesOfImport(imported)).toEqual([])
    expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim')
    const { resources } = JSON.parse(await fixture('terraform.tfstate'))
    const shown = resources.flatMap(({ instances, ...resource }: { instances: readonly { attributes: object }[] }) =>
      instances.map(({ attributes }) => ({ ...resource, values: attributes })),
    )
    const root_module = { child_modules: [{ resources: shown }] }
    const text = JSON.stringify({ format_version: '1.0', terraform_version: '1.9.5', values: { root_module } })
    expect(await read({ path: 'show.json', content: encoded(text) })).toEqual(imported)
  })

  it('lists of the tool kuma are imported together', async () => {
    const imported = await read(...(await files('tool.json', 'tool-notifications.json', 'tool-tags.json')))
    expect(imported.resources.map(({ value }) => value)).toMatchObject([
      { type: 'EMAIL' },
      { name: 'Web' },
      { name: 'Mail', checkType: 'TCP', group: 'kuma-1', tags: ['team'], alertChannels: ['kuma-4'] },
    ])
    expect(await mistakesOfImport(imported)).toEqual([])
  })
})
