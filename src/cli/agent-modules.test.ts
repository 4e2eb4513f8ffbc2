import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const sources = join(import.meta.dirname, '..')
/** Of values, not of types alone, and not those that a function imports when it is called. */
const importOrExport = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'([#.][^']+)'/gm

/** The rooms of what a module loads, itself included. */
function roomsLoadedBy(path: string): Set<string> {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(importOrExport))
      visit(name.startsWith('#') ? join(sources, name.slice(1), 'index.ts') : join(dirname(file), name))
  }
  visit(path)
  return new Set([...seen].map((file) => relative(sources, file).split('/')[0] ?? ''))
}

it('an agent loads nothing of a server, which would take twice its memory', () => {
  const rooms = roomsLoadedBy(join(import.meta.dirname, 'agent.ts'))
  expect([...rooms]).toEqual(expect.arrayContaining(['agent', 'runner', 'probes']))
  expect([...rooms].filter((room) => ['server', 'storage', 'management', 'api'].includes(room))).toEqual([])
})
