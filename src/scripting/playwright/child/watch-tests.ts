import path from 'node:path'
import { Module } from 'node:module'
import { fileURLToPath } from 'node:url'
import { recordEvent } from './record-event.ts'

/** The parts of Playwright's test information that are used here. */
interface TestInfo {
  readonly errors: readonly unknown[]
  readonly annotations: { readonly type: string; readonly description?: string }[]
}
type Fail = (this: TestInfo, error: unknown) => unknown

/** An annotation with the position among the errors of its test. */
export const softErrorAnnotation = 'belfry:soft-error'

/** Marks errors of soft assertions, which are reported like all others. */
export function watchTests(packages: NodeJS.Require): void {
  const playwright = path.dirname(packages.resolve('playwright/package.json'))
  const { TestInfoImpl } = packages(path.join(playwright, 'lib/worker/testInfo.js')) as {
    TestInfoImpl: { prototype: { _failWithError?: Fail } }
  }
  const methods = TestInfoImpl.prototype
  const fail = methods._failWithError
  if (fail === undefined) return
  methods._failWithError = function (error) {
    // An assertion reports its error by itself only when the test goes on.
    if (/matchers[\\/]expect\.js/.test(new Error('stack').stack ?? ''))
      this.annotations.push({ type: softErrorAnnotation, description: String(this.errors.length) })
    return fail.call(this, error)
  }
}

const helpers = fileURLToPath(new URL('./check-helpers.cjs', import.meta.url))
type Resolve = (request: string, ...rest: unknown[]) => string

/** Lets scripts import the helpers of checks under the package name of any scope, unless there is such a package. */
export function offerHelpers(): void {
  const loader = Module as unknown as { _resolveFilename: Resolve }
  const resolve = loader._resolveFilename
  loader._resolveFilename = function (this: unknown, request, ...rest) {
    if (!/^@[\w.-]+\/playwright-helpers$/.test(request)) return resolve.call(this, request, ...rest)
    try {
      return resolve.call(this, request, ...rest)
    } catch {
      return helpers
    }
  }
}

const secretPrefix = 'SERVICE_SECRET_'

/** Reports the secrets that a script sets while it runs, so that they appear in nothing that is kept. */
export function watchSecrets(): void {
  const report = (name: string | symbol, value: unknown): void => {
    if (typeof name === 'string' && name.startsWith(secretPrefix) && typeof value === 'string' && value !== '')
      recordEvent({ type: 'secret', at: Date.now(), value })
  }
  process.env = new Proxy(process.env, {
    set(variables, name, value) {
      report(name, value)
      return Reflect.set(variables, name, value)
    },
    defineProperty(variables, name, descriptor) {
      report(name, descriptor.value)
      return Reflect.defineProperty(variables, name, descriptor)
    },
  })
}
