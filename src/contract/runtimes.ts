import type { RuntimeId, RuntimeResource } from './resources/runtime.ts'

/** How the runtimes differ: the versions of Node and of Playwright. */
const versions: { readonly [R in RuntimeId]: { readonly node: string; readonly playwright: string } } = {
  '2026.04': { node: '24.13.1', playwright: '1.58.2' },
  '2025.04': { node: '22.11.0', playwright: '1.51.1' },
  '2024.09': { node: '18.20.3', playwright: '1.48.2' },
  '2024.02': { node: '18.20.3', playwright: '1.42.1' },
  '2023.09': { node: '18.20.3', playwright: '1.38.1' },
  '2023.02': { node: '16.20.2', playwright: '1.32.1' },
  '2022.10': { node: '16.20.2', playwright: '1.28.0' },
}

/** Multi-step checks need this runtime or a later one. Names sort chronologically. */
const firstWithMultiStep: RuntimeId = '2023.09'

const runtimeOf = ([name, { node, playwright }]: [string, { node: string; playwright: string }]): RuntimeResource => ({
  name,
  multiStepSupport: name >= firstWithMultiStep,
  nodeJsVersion: node,
  stage: name === '2026.04' ? 'CURRENT' : 'STABLE',
  description: `Node.js ${node} and Playwright ${playwright}`,
  dependencies: { node, '@playwright/test': playwright, playwright },
})

/** Every runtime a check can name, latest first. */
export const runtimes: readonly RuntimeResource[] = Object.entries(versions)
  .map(runtimeOf)
  .toSorted((a, b) => (a.name < b.name ? 1 : -1))
