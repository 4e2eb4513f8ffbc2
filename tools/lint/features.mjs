import { dirname, join, normalize } from 'node:path/posix'
import { standing } from './project.mjs'

const features = 'src/web/features/'
const screens = 'src/web/router.tsx'
/** What calls operations, by the file that exports it. */
const callers = {
  'src/web/api/call.ts': ['call', 'callWith', 'saveFile'],
  'src/web/api/change.ts': ['change', 'changeAll', 'reread'],
  'src/web/api/use-operation.ts': ['useOperation', 'useChange', 'readOf', 'queryKey'],
  'src/web/api/use-all-items.ts': ['useAllItems'],
}

const featureOf = (path) => (path.startsWith(features) ? path.slice(features.length).split('/')[0] : undefined)

/** Features of the interface know what is shared, and nothing of each other; what is shared knows no feature. */
export const featureImports = {
  create(context) {
    const here = standing(context.filename)
    if (!here?.path.startsWith('src/web/') || here.isTest || here.path === screens) return {}
    return onImports((node, source) => {
      const other = featureOf(normalize(join(dirname(here.path), source)))
      if (other === undefined || other === featureOf(here.path)) return
      const message = `a screen of '${other}' is not for others: move what both need to ui/ or to a folder beside features/`
      context.report({ node, message })
    })
  },
}

/** A feature names operations of the API in its `api.ts` alone, so that its components read like the field. */
export const featureOperations = {
  create(context) {
    const here = standing(context.filename)
    const isApi = here?.path.endsWith('/api.ts')
    if (here === undefined || featureOf(here.path) === undefined || here.isTest || isApi) return {}
    return {
      ImportDeclaration(node) {
        const names = callers[normalize(join(dirname(here.path), node.source.value))] ?? []
        for (const { imported } of node.specifiers) {
          if (imported && names.includes(imported.name))
            context.report({ node, message: `'${imported.name}' belongs into the api.ts of the feature` })
        }
      },
    }
  },
}

/** Calls `report(node, source)` for each relative module, types included. */
function onImports(report) {
  const relative = (node) => {
    if (typeof node?.value === 'string' && node.value.startsWith('.')) report(node, node.value)
  }
  return {
    ImportDeclaration: (node) => relative(node.source),
    ExportNamedDeclaration: (node) => relative(node.source),
    ExportAllDeclaration: (node) => relative(node.source),
    ImportExpression: (node) => relative(node.source),
  }
}
