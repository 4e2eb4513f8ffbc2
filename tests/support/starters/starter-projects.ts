import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findNpm } from '#scripting'
import { testsOfReact, webServers } from './web-servers.ts'

const run = promisify(execFile)

/** The commands of the official documentation, with all answers. */
const scaffolders = {
  vue: 'create-vue vue --typescript --playwright',
  react: 'create-vite react --template react-ts --no-interactive',
  svelte: 'sv create svelte --template minimal --types ts --add playwright --no-install --no-dir-check',
} as const

export type StarterProject = 'web-servers' | keyof typeof scaffolders

/**
 * Writes a project into the directory, with the lock file that pins the packages of its package.json. Starters are made by their
 * own programs, which come from the registry. Returns its path.
 */
export async function makeProject(directory: string, project: StarterProject, registry: string): Promise<string> {
  const place = join(directory, project)
  if (project === 'web-servers') writeFiles(place, { 'package.json': manifestOf(project), ...webServers })
  else await scaffold(directory, project, registry)
  if (project === 'react') addTests(place)
  copyFileSync(lockOf(project), join(place, 'package-lock.json'))
  return place
}

async function scaffold(directory: string, project: keyof typeof scaffolders, registry: string): Promise<void> {
  const [program = '', ...words] = scaffolders[project].split(' ')
  const [node, npm] = [process.execPath, findNpm(process.env['PATH'] ?? '') ?? '']
  const tools = join(directory, 'scaffolders')
  const env = {
    PATH: `${dirname(node)}:${process.env['PATH']}`,
    HOME: directory,
    CI: 'true',
    ['npm_config_registry']: registry,
    ['npm_config_audit']: 'false',
    ['npm_config_update_notifier']: 'false',
  }
  if (!existsSync(tools)) {
    writeFiles(tools, { 'package.json': manifestOf('scaffolders') })
    copyFileSync(lockOf('scaffolders'), join(tools, 'package-lock.json'))
    await run(node, [join(npm, 'bin/npm-cli.js'), 'ci'], { cwd: tools, env })
  }
  await run(join(tools, 'node_modules/.bin', program), words, { cwd: directory, env })
}

/** As `npm install --save-dev @playwright/test` has it. */
function addTests(place: string): void {
  const manifest: unknown = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const devDependencies = { ...Reflect.get(Object(manifest), 'devDependencies'), '@playwright/test': '^1.65.1' }
  writeFiles(place, { 'package.json': JSON.stringify({ ...Object(manifest), devDependencies }), ...testsOfReact })
}

const lockOf = (name: string): string => join(import.meta.dirname, name, 'package-lock.json')

/** What the lock file says of the project itself. */
const manifestOf = (name: string): string => {
  const lock: unknown = JSON.parse(readFileSync(lockOf(name), 'utf8'))
  return JSON.stringify(Reflect.get(Reflect.get(Object(lock), 'packages'), ''))
}

function writeFiles(place: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
}
