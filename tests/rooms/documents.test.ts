import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { faults, operations } from '#contract'
import { missingReferences } from '../../tools/doc-references.ts'
import { foundPhrases } from '../../tools/plain-english.ts'
import { routes } from '../support/web-screens.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
interface Row {
  readonly imports: readonly string[]
  readonly touches: readonly string[]
  readonly time?: Readonly<Record<string, string>>
}
const rooms: Record<string, Row> = JSON.parse(read('rooms.json'))

it('the graph of the rooms has no cycle', () => {
  const reached = (room: string, from: readonly string[]): string[] =>
    from.includes(room)
      ? [[...from, room].join(' > ')]
      : (rooms[room]?.imports ?? []).flatMap((next) => reached(next, [...from, room]))
  expect(Object.keys(rooms).flatMap((room) => reached(room, []))).toEqual([])
})

it('a room imports only rooms that exist', () => {
  const named = Object.values(rooms).flatMap(({ imports }) => imports)
  expect(named.filter((room) => !rooms[room])).toEqual([])
})

it('the folders of src are the rooms', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(rooms).toSorted())
})

it('every file that rooms.json lists under time uses that of the machine', () => {
  const listed = Object.entries(rooms).flatMap(([room, { time = {} }]) =>
    Object.keys(time).map((file) => join('src', room, file)),
  )
  const textOf = (path: string): string =>
    statSync(join(root, path)).isFile()
      ? read(path)
      : readdirSync(join(root, path), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
          .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
          .join('\n')
  const realTime = /Date\.now|performance\.now|setTimeout|setInterval|node:timers|SystemClock|\bnow\(\)|ttl/
  expect(listed.filter((path) => !realTime.test(textOf(path)))).toEqual([])
})

it('every room has a section in the page of rooms', () => {
  const sections = [...read('docs/rooms.md').matchAll(/^### ([\w-]+)$/gm)].map(([, name = '']) => name)
  expect(sections.toSorted()).toEqual(Object.keys(rooms).toSorted())
})

it('every fault code is on the page of errors, under the anchor that other pages link to', () => {
  const codes = [...read('docs/errors.md').matchAll(/<a id="(\w+)">/g)].map(([, code = '']) => code)
  expect(codes.toSorted()).toEqual(Object.keys(faults).toSorted())
  const pages = readdirSync(join(root, 'docs')).filter((page) => page.endsWith('.md'))
  const linked = pages.flatMap((page) => [...read(join('docs', page)).matchAll(/errors\.md#(\w+)/g)])
  expect(linked.map(([, code = '']) => code).filter((code) => !codes.includes(code))).toEqual([])
})

it('AGENTS.md stays short enough to be read', () => {
  expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(101)
})

it('a document that names a missing file is reported, one that names a file there is not', async () => {
  const project = await mkdtemp(join(tmpdir(), 'belfry-documents-'))
  await mkdir(join(project, 'docs'))
  await writeFile(
    join(project, 'README.md'),
    'See `src/gone.ts`, `docs/there.md`, `npm test`, [gone](docs/gone.md#part).\n',
  )
  await writeFile(
    join(project, 'docs', 'there.md'),
    '[up](../README.md) [away](https://example.com) ```\n`src/in-code.ts`\n```\n',
  )
  expect(missingReferences(project)).toEqual(['README.md: src/gone.ts', 'README.md: docs/gone.md#part'])
  await rm(project, { recursive: true })
})

it('banned phrases are found in documents, texts and comments, and nowhere else', async () => {
  const project = await mkdtemp(join(tmpdir(), 'belfry-phrases-'))
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), text)
  }
  await write('docs/page.md', 'Plain.\nRead it anew, `anew` not.\n```\nanew\n```\n')
  await write('docs/decisions/0001-past.md', 'Whoever decided this.\n')
  await write('src/web/strings/en/home.ts', "export const home = { find: 'Find or do' }\n")
  await write('src/kernel/text.ts', '/** What a text is. */\n')
  await write('src/kernel/clock.ts', "/** Whoever reads the time. */\nexport const anew = 'whoever'\n")
  expect(foundPhrases(project).toSorted()).toEqual([
    'docs/page.md:2: anew: again',
    'src/kernel/clock.ts:1: Whoever: anyone who, or a noun',
    'src/kernel/text.ts:1: /** What: a noun, or a verb',
    'src/web/strings/en/home.ts:1: Find or do: search or run a command',
  ])
  await rm(project, { recursive: true })
})

it('no document, text or comment has a banned phrase', () => {
  expect(foundPhrases(root)).toEqual([])
})

it('no document names a file that does not exist', () => {
  expect(existsSync(join(root, 'docs'))).toBe(true)
  expect(missingReferences(root)).toEqual([])
})

/** What a page links to in this repository; a link to a folder counts for every page in it. */
function linkedPages(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\(([^)\s#:]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => target)
  return targets.flatMap((target) => {
    const path = relative(root, resolve(root, dirname(page), target))
    if (!statSync(join(root, path)).isDirectory()) return [path]
    return readdirSync(join(root, path)).map((name) => join(path, name))
  })
}

it('every page of the documentation is linked from its index, and the index from the top', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => join('docs', String(name)))
    .filter((name) => name.endsWith('.md') && name !== 'docs/README.md')
  const linked = new Set(linkedPages('docs/README.md'))
  expect(pages.filter((page) => !linked.has(page))).toEqual([])
  expect(linkedPages('README.md')).toContain('docs/README.md')
})

it('every screen of the interface is in its overview, and has a page with a picture', () => {
  const overview = read('docs/web-interface.md')
  const areas = new Set(
    routes.filter((route) => !/^\/(\$|accounts)/.test(route)).map((route) => `/${route.split('/')[1]}`),
  )
  expect([...areas].filter((area) => !overview.includes(`\`${area}`))).toEqual([])
  const pages = readdirSync(join(root, 'docs/screens'))
  expect(
    pages.filter((page) => !read(`docs/screens/${page}`).includes(`../images/${page.replace('.md', '.webp')}`)),
  ).toEqual([])
})

it('every part of the API has a page in the index that names its paths and shows an example', () => {
  const rows = [...read('docs/README.md').matchAll(/^\| ([\w ]+?) +\| \[[\w-]+\]\(([\w-]+\.md)\) +\|$/gm)]
  const pageOf = new Map(rows.map(([, tag = '', page = '']) => [tag, page]))
  const table = Object.values(operations)
  const tags = new Set(table.map(({ tag }) => tag))
  expect([...pageOf.keys()].toSorted()).toEqual([...tags].toSorted())
  const poor = [...pageOf].filter(([tag, page]) => {
    const text = read(`docs/${page}`)
    const stems = table.filter((row) => row.tag === tag).map(({ path }) => path.replace(/\/\{.*$/, ''))
    return !stems.some((stem) => text.includes(stem)) || !/```(?:json|xml)\n/.test(text)
  })
  expect(poor).toEqual([])
})
