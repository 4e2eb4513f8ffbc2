import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mergeScriptCovs } from '@bcoe/v8-coverage'
import { root } from '../../bin/install.mjs'

const sources = `${pathToFileURL(join(root, 'src')).href}/`

/** What the processes of a run executed of `src`, added up from the files that each of them leaves in the directory. */
export class RecordedCounts {
  #directory
  #scripts = new Map()

  constructor(directory) {
    this.#directory = directory
  }

  /** Adds what has been written meanwhile, and removes it. A file that is still being written waits for the next time. */
  fold() {
    const found = new Map()
    for (const name of readdirSync(this.#directory)) {
      const path = join(this.#directory, name)
      const scripts = readScripts(path)
      if (scripts === null) continue
      rmSync(path)
      for (const script of scripts) found.set(script.url, [...(found.get(script.url) ?? []), script])
    }
    for (const [url, scripts] of found) this.#add(url, scripts)
  }

  /** Functions with the ranges and counts of V8, or undefined when no process loaded the file. */
  functionsOf(path) {
    return this.#scripts.get(pathToFileURL(path).href)?.functions
  }

  #add(url, scripts) {
    const known = this.#scripts.get(url)
    this.#scripts.set(url, mergeScriptCovs(known ? [known, ...scripts] : scripts))
  }
}

function readScripts(path) {
  try {
    const { result } = JSON.parse(readFileSync(path, 'utf8'))
    return result.filter(({ url }) => url.startsWith(sources))
  } catch {
    return null
  }
}
