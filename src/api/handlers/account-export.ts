import type { Handlers } from '#contract'
import { editorSchemaPath, exportResources, readAccount } from '#resource-files'
import type { AccountReader } from '#resource-files'
import { ZipFile } from 'yazl'
import type { RequestContext } from '../request-context.ts'
import { alertChannelHandlers } from './alert-channels.ts'
import { automationRuleHandlers } from './automation-rules.ts'
import { checkGroupHandlers } from './check-groups.ts'
import { checkHandlers } from './checks.ts'
import { componentPageHandlers } from './component-pages.ts'
import { dashboardHandlers } from './dashboards.ts'
import { maintenanceWindowHandlers } from './maintenance-windows.ts'
import { privateLocationHandlers } from './private-locations.ts'
import { snippetHandlers } from './snippets.ts'
import { statusPageServiceHandlers } from './status-page-services.ts'
import { statusPageHandlers } from './status-pages.ts'
import { asFile } from './text-file.ts'

export const accountExportHandlers = {
  exportAccount: async (_input, context) => {
    const { files, variables } = exportResources(await readAccount(readerOf(context)), {
      project: { logicalId: 'main', name: 'main' },
      format: 'yaml',
      schemaUrl: `${context.publicUrl}${editorSchemaPath}`,
    })
    const needed = variables.map(({ name, field }) => `# ${field}\n${name}=\n`)
    asFile('belfry-export.zip', context)
    return zipped([...files, ...(needed.length > 0 ? [{ path: '.env.example', text: needed.join('') }] : [])], context)
  },
} satisfies Partial<Handlers<RequestContext>>

const readers: Readonly<Record<string, unknown>> = {
  ...alertChannelHandlers,
  ...automationRuleHandlers,
  ...checkGroupHandlers,
  ...checkHandlers,
  ...componentPageHandlers,
  ...dashboardHandlers,
  ...maintenanceWindowHandlers,
  ...privateLocationHandlers,
  ...snippetHandlers,
  ...statusPageServiceHandlers,
  ...statusPageHandlers,
}

type AnyReader = (input: object, context: RequestContext) => unknown

/** Reads as a client would, without leaving the process. The casts are safe because the handlers have these names. */
const readerOf = (context: RequestContext): AccountReader => ({
  call: async (id, ...[input]) => {
    const read = readers[id] as AnyReader
    const answer = await read({ params: {}, query: {}, ...input }, context)
    // As it would arrive: without what is undefined.
    return JSON.parse(JSON.stringify(answer)) as never
  },
})

interface TextFile {
  readonly path: string
  readonly text: string
}

function zipped(files: readonly TextFile[], { now }: RequestContext): AsyncIterable<Uint8Array> {
  const archive = new ZipFile()
  for (const { path, text } of files) archive.addBuffer(Buffer.from(text), path, { mtime: now })
  archive.end()
  return archive.outputStream as unknown as AsyncIterable<Uint8Array>
}
