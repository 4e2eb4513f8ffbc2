import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

// The command line tool parses with a separate compiler; installed beside this repository's, some of its packages find that one.
const url = pathToFileURL(process.env['TOOL_TYPESCRIPT'] ?? '').href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
})
