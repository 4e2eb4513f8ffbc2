import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds the web interface into a directory that does not exist yet, with compressed copies, and gives it its name when it
 * is complete. A separate process: a build takes memory that the service would never give back.
 */
const [target = ''] = process.argv.slice(2)
const compressed = new Set(['.js', '.css', '.svg'])
const draft = join(dirname(target), `.draft-${process.pid}`)

// Whatever else the machine does is more urgent.
setPriority(10)
try {
  await build({
    configFile: join(import.meta.dirname, '..', 'web', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    cacheDir: `${draft}-cache`,
    build: { outDir: draft, emptyOutDir: true },
  })
  compressAll()
  takeName()
} finally {
  rmSync(draft, { recursive: true, force: true })
  rmSync(`${draft}-cache`, { recursive: true, force: true })
}

function compressAll(): void {
  for (const file of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !compressed.has(extname(file.name))) continue
    const path = join(file.parentPath, file.name)
    const bytes = readFileSync(path)
    // All of the style stands before the first picture, and is small enough for the slowest compression.
    const quality = extname(path) === '.css' ? constants.BROTLI_MAX_QUALITY : 9
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: quality }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}

function takeName(): void {
  try {
    renameSync(draft, target)
  } catch (error) {
    // Another process was faster.
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}
