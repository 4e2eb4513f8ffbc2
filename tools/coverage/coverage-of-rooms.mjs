import { globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import convert from 'ast-v8-to-istanbul'
import { createCoverageMap } from '@vitest/istanbul-lib-coverage'
import { root } from '../../bin/install.mjs'

const source = join(root, 'src')
const notCounted = ['**/*.test.ts', '**/*.test.tsx', '**/*.d.ts', '**/testing/**']

/**
 * Lines and branches of each room, counted and executed, by the name of the room and in its files. A file that no process
 * loaded counts as not executed. `components` is what was counted otherwise, by path.
 */
export async function coverageOfRooms(counts, components) {
  const rooms = {}
  const paths = globSync('**/*.{ts,tsx,cjs,mjs}', { cwd: source, exclude: notCounted }).toSorted()
  for (const path of paths.map((name) => join(source, name))) {
    const file = await coverageOfFile(path, counts, components[path])
    const [name] = relative(source, path).split(sep)
    const room = (rooms[name] ??= { lines: none(), branches: none(), files: {} })
    add(room.lines, file.lines)
    add(room.branches, file.branches)
    room.files[relative(root, path)] = file
  }
  return rooms
}

async function coverageOfFile(path, counts, ofComponents) {
  const functions = counts.functionsOf(path)
  const map = createCoverageMap(functions || !ofComponents ? await countsIn(path, functions) : {})
  if (ofComponents) map.merge({ [path]: ofComponents })
  const { lines, branches } = map.getCoverageSummary()
  return { lines: pick(lines), branches: pick(branches) }
}

// Node takes types out in place, so that positions are those of the source text.
function countsIn(path, functions) {
  const code = readFileSync(path, 'utf8')
  const ast = parseSync(path, code).program
  const url = pathToFileURL(path).href
  return convert({ ast, code, coverage: { url, functions: functions ?? [wholeFile(code)] } })
}

const wholeFile = (code) => ({
  functionName: '',
  isBlockCoverage: true,
  ranges: [{ startOffset: 0, endOffset: code.length, count: 0 }],
})

const none = () => ({ total: 0, executed: 0 })
const pick = ({ total, covered }) => ({ total, executed: covered })

function add(sum, { total, executed }) {
  sum.total += total
  sum.executed += executed
}
