import { builtin, globalName, standing } from './project.mjs'

const openers = {
  'node:net': ['connect', 'createConnection', 'Socket', 'Stream'],
  'node:tls': ['connect', 'TLSSocket'],
  'node:http': ['request', 'get', 'Agent', 'ClientRequest'],
  'node:https': ['request', 'get', 'Agent'],
  'node:http2': ['connect'],
  'node:dgram': ['createSocket', 'Socket'],
}
const globals = ['fetch', 'WebSocket', 'EventSource']
const advice = "outward connections are opened by the room 'egress' alone; take the connecting function from '#egress'"

/**
 * Only rooms whose row says `"opens": ["sockets"]` or `["fetch"]` open outward connections, so that the address
 * policy cannot be passed by. Tests are free.
 */
export const egress = {
  create(context) {
    const here = standing(context.filename)
    if (!here?.room || here.isTest) return {}
    const opens = here.row?.opens ?? []
    const report = (node, what) =>
      context.report({ node, message: `room '${here.room}' may not open ${what}: ${advice}` })
    return {
      ...(opens.includes('sockets') ? {} : onSocket(report)),
      ...(opens.includes('fetch') ? {} : onFetch(context.sourceCode, report)),
    }
  },
}

function onSocket(report) {
  const namespaces = new Map()
  return {
    ImportDeclaration: (node) => {
      const module = builtin(node.source.value)
      if (!openers[module] || node.importKind === 'type') return
      for (const specifier of node.specifiers) {
        if (specifier.importKind === 'type') continue
        if (specifier.type !== 'ImportSpecifier') namespaces.set(specifier.local.name, module)
        else if (specifier.imported.name === 'default') namespaces.set(specifier.local.name, module)
        else if (openers[module].includes(specifier.imported.name))
          report(specifier, `${module} ${specifier.imported.name}`)
      }
    },
    ImportExpression: (node) => {
      const module = node.source.type === 'Literal' ? builtin(node.source.value) : undefined
      if (openers[module]) report(node, `${module} by a dynamic import`)
    },
    MemberExpression: (node) => {
      const module = node.object.type === 'Identifier' ? namespaces.get(node.object.name) : undefined
      const property = node.computed ? node.property.value : node.property.name
      if (module && openers[module].includes(property)) report(node, `${module} ${property}`)
    },
  }
}

function onFetch(sourceCode, report) {
  const check = (node) => {
    const name = globalName(node, sourceCode)
    if (globals.includes(name)) report(node, name)
  }
  return { 'Identifier:exit': check, 'MemberExpression:exit': check }
}
