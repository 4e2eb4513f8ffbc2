import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode24 } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'
import { withFields, withSettings } from './document-tables.mjs'
import { errorsPage } from './errors-page.mjs'
import { channelFormsModule, checkExportsModule, checkFormsModule } from './form-modules.mjs'
import { withPicture, withTables } from './rooms-picture.mjs'
import { runtimeVersions } from './runtime-versions.mjs'

// Writes what is derived: the rooms in docs/architecture.md and docs/rooms.md, the version of the product, the versions in the lock files of the runtimes, the
// page of fault codes, docs/openapi.json, the tables of settings and fields in docs/, and the forms of the web interface. With --check nothing is
// written; a difference fails.
await ensureInstalled({ tools: true })
await requireNode24(fileURLToPath(import.meta.url))

const isCheck = process.argv.includes('--check')
const versions = ['src/contract/runtime-versions.ts', runtimeVersions(join(root, 'runtimes'))]
const files = new Map([
  versions,
  ownVersion(),
  ...roomPages(),
  ...(await errors()),
  ...(await openapi()),
  ...(await settings()),
  ...(await fieldTables()),
  ...(await forms()),
])
const stale = [...files].filter(([path, text]) => textOf(path) !== text).map(([path]) => path)

for (const path of stale) {
  if (isCheck) process.stdout.write(`${path} is out of date: run "npm run generate".\n`)
  else write(path, files.get(path))
}
process.exitCode = isCheck && stale.length > 0 ? 1 : 0

function ownVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const comment = '/** The version of this source, of servers and of agents alike: generated from package.json. */'
  return ['src/contract/own-version.ts', `${comment}\nexport const ownVersion: string = '${version}'\n`]
}

function roomPages() {
  const rooms = JSON.parse(readFileSync(join(root, 'rooms.json'), 'utf8'))
  const pages = { 'docs/architecture.md': withPicture, 'docs/rooms.md': withTables }
  return Object.entries(pages).map(([path, withRooms]) => [path, withRooms(textOf(path) ?? '', rooms)])
}

async function errors() {
  const { faults } = await import('#contract')
  return [['docs/errors.md', errorsPage(faults)]]
}

async function openapi() {
  const { openApiDocument } = await import('#api')
  const { operations } = await import('#contract')
  const document = openApiDocument({ operations, publicUrl: 'http://localhost:3000', serviceName: 'service' })
  return [['docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`]]
}

async function settings() {
  const { settingRows } = await import('#server')
  return [['docs/settings.md', withSettings(textOf('docs/settings.md') ?? '', settingRows)]]
}

async function fieldTables() {
  const { checkFieldRows, groupFieldRows } = await import('#contract')
  const tables = [
    ['docs/checks.md', 'What it does', checkFieldRows()],
    ['docs/check-groups.md', 'Effect on each check', groupFieldRows()],
  ]
  return tables.map(([path, title, rows]) => [path, withFields(textOf(path) ?? '', path, title, rows)])
}

async function forms() {
  const contract = await import('#contract')
  return [
    ['src/web/forms/check-forms.ts', checkFormsModule(contract)],
    ['src/web/forms/check-exports.ts', checkExportsModule(contract)],
    ['src/web/forms/channel-forms.ts', channelFormsModule(contract)],
  ]
}

function textOf(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  process.stdout.write(`${path}\n`)
}
