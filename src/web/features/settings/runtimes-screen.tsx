import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useRuntimes } from './api.ts'
import type { Runtime } from './api.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { UsesOfRuntime } from './used-by.tsx'

const words = lateTexts.installation.runtimes

/** The versions that scripts run with, and whether they are installed. */
export const RuntimesScreen = () => (
  <SettingsFrame title={words.title}>
    <p className="pad dim">{words.text}</p>
    <Loaded query={useRuntimes()} rows={4}>
      {(runtimes) => (
        <Table isStacked>
          <TableHead
            columns={[words.name, 'Node.js', 'Playwright', 'Chromium', words.endOfLife, words.installed]}
            hasActions
          />
          <tbody>
            {runtimes.map((runtime) => (
              <Rows key={runtime.name} runtime={runtime} />
            ))}
          </tbody>
        </Table>
      )}
    </Loaded>
  </SettingsFrame>
)

const columnCount = 7

/** How far an installation is, or why it failed; its other states say everything. */
const installationText = ({ state, progress }: NonNullable<Runtime['installation']>): string =>
  state === 'installing' || (state === 'failed' && progress !== state)
    ? `${words.states[state]}: ${reasonText(progress)}`
    : words.states[state]

function Rows({ runtime }: { readonly runtime: Runtime }) {
  const [isOpen, setOpen] = useState(false)
  const { name, stage, nodeJsVersion, dependencies, runtimeEndOfLife, installation } = runtime
  const packages = Object.entries(dependencies)
  return (
    <>
      <tr>
        <td>
          <span className="row wrap">
            <b>{name}</b> {stage && <Tag>{words.stages[stage]}</Tag>}
          </span>
        </td>
        <td data-label="Node.js">{nodeJsVersion}</td>
        <td data-label="Playwright">{dependencies['@playwright/test'] ?? '–'}</td>
        <td data-label="Chromium">{dependencies['@sparticuz/chromium'] ?? '–'}</td>
        <td className="dim" data-label={words.endOfLife}>
          {runtimeEndOfLife?.slice(0, 10) ?? '–'}
        </td>
        <td className="dim" data-label={words.installed}>
          {installation ? installationText(installation) : words.unknown}
        </td>
        <td>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.more(packages.length)}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td className="why" colSpan={columnCount}>
            <p className="mono small anywhere">{packages.map(([name, version]) => `${name}@${version}`).join(', ')}</p>
            <UsesOfRuntime name={name} />
          </td>
        </tr>
      )}
    </>
  )
}
