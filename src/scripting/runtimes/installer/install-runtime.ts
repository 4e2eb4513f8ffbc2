import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { writeReason } from '#contract/reasons'
import { manifestName } from '../find-installed.ts'
import type { RuntimeManifest } from '../find-installed.ts'
import type { ToolManifest } from '../installed-tools.ts'
import { isSuiteTool } from '../suite-tool-source.ts'
import { acquireInstallLock } from './install-lock.ts'
import type { InstallationOrder } from './messages.ts'
import { runNpm } from './run-npm.ts'
import { unpackChromium } from './unpack-chromium.ts'

/**
 * Installs a runtime into `root/name`, unless it is there or another process does it meanwhile. It appears whole or not at all: a
 * process that is killed leaves only a draft, which the next one removes; what npm has downloaded stays in its cache.
 * Throws a `RuntimeProblem`.
 */
export async function installRuntime(
  order: InstallationOrder,
  report: (progress: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const target = path.join(order.root, order.name)
  const isDone = (): boolean => existsSync(path.join(target, manifestName))
  await mkdir(order.root, { recursive: true })
  const lockFile = path.join(order.root, `.${order.name}.lock`)
  const release = await acquireInstallLock(lockFile, isDone, report, signal)
  if (release === null) return
  const draft = path.join(order.root, `.${order.name}.${randomUUID()}`)
  try {
    await removeDrafts(order)
    await fillDraft(draft, order, report, signal)
    await publish(draft, target, isDone)
  } finally {
    await rm(draft, { recursive: true, force: true })
    await release()
  }
}

async function removeDrafts({ root, name }: InstallationOrder): Promise<void> {
  const drafts = (await readdir(root)).filter((entry) => entry.startsWith(`.${name}.`) && !entry.endsWith('.lock'))
  await Promise.all(drafts.map((entry) => rm(path.join(root, entry), { recursive: true, force: true })))
}

async function fillDraft(
  draft: string,
  order: InstallationOrder,
  report: (progress: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(draft)
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(path.join(order.source, file), path.join(draft, file))
  report(writeReason('INSTALLATION_PACKAGES', { share: '0 %' }))
  await runNpm({ directory: draft, cache: path.join(order.root, '.npm-cache') }, order.packages, report, signal)
  const node = await trimNode(draft)
  if (isSuiteTool(order.id)) return writeManifest(draft, { id: order.id })
  report(writeReason('INSTALLATION_CHROMIUM'))
  const chromium = await unpackChromium(draft, node)
  await writeManifest(draft, { id: order.id, node, ...chromium })
}

const writeManifest = (draft: string, manifest: RuntimeManifest | ToolManifest): Promise<void> =>
  writeFile(path.join(draft, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)

/** The package of Node has its headers and manuals too, which no script needs. */
async function trimNode(draft: string): Promise<string> {
  const folder = path.join('node_modules', `node-linux-${process.arch}`)
  for (const part of ['include', 'share', 'CHANGELOG.md'])
    await rm(path.join(draft, folder, part), { recursive: true, force: true })
  return path.join(folder, 'bin', 'node')
}

/** A rename is atomic: an incomplete directory of that name is not from an installation. */
async function publish(draft: string, target: string, isDone: () => boolean): Promise<void> {
  if (isDone()) return
  await rm(target, { recursive: true, force: true })
  await rename(draft, target)
}
