import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const origin = resolve(import.meta.dirname, '../../..')
const name = 'NOTICE_BOARD'
const folder = 'notice-board'
const halves = { descriptor: 'src/contract/channel-types', implementation: 'src/channels' } as const
const tables = {
  descriptor: 'src/contract/channel-types/index.ts',
  implementation: 'src/channels/channel-implementations.ts',
} as const

type Half = keyof typeof halves

/** Copies the sources into `directory`, with the packages of this working tree and a configuration of the compiler. */
export function copySources(directory: string): void {
  for (const part of ['package.json', 'src']) cpSync(join(origin, part), join(directory, part), { recursive: true })
  symlinkSync(join(origin, 'node_modules'), join(directory, 'node_modules'))
  const { compilerOptions } = JSON.parse(readFileSync(join(origin, 'tsconfig.json'), 'utf8'))
  const settings = {
    compilerOptions: { ...compilerOptions, incremental: false, tsBuildInfoFile: undefined },
    include: ['src'],
    exclude: ['src/**/*.test.ts', 'src/**/testing', 'src/web'],
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings))
}

/** Adds one half of a channel type of another name as AGENTS.md says: one new file and one row of one table. */
export function addHalf(directory: string, half: Half): void {
  const target = join(directory, halves[half], folder)
  mkdirSync(target)
  writeFileSync(join(target, `${folder}.ts`), readFileSync(join(import.meta.dirname, `${half}.ts.txt`)))
  const table = join(directory, tables[half])
  const rows = readFileSync(table, 'utf8').replace('\n  CALL,\n', `\n  CALL,\n  ${name},\n`)
  if (!rows.includes(`  ${name},`)) throw new Error(`${table} has no row to put another behind.`)
  writeFileSync(table, `import { ${name} } from './${folder}/${folder}.ts'\n${rows}`)
}
