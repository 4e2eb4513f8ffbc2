import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TabList } from '../../../ui/tabs.tsx'
import type { JobRhythm } from './job-rhythm.ts'
import { pingCommands } from './ping-commands.ts'
import { wholeCommands } from './whole-commands.ts'

const words = lateTexts.heartbeat
const commandsOf = { done: pingCommands, whole: wholeCommands } as const
const forms = (['done', 'whole'] as const).map((value) => ({ value, label: words.forms[value] }))

interface PingCommandsProps {
  readonly url: string
  readonly rhythm: JobRhythm
  readonly isOpen: boolean
}

/** How jobs of several kinds ping, to copy. */
export function PingCommands({ url, rhythm, isOpen }: PingCommandsProps) {
  const [form, setForm] = useState<keyof typeof commandsOf>('done')
  const commands = commandsOf[form](url, rhythm)
  return (
    <details open={isOpen}>
      <summary>{words.commands}</summary>
      <p className="small mute mt4">{words.secret}</p>
      <div className="mt8">
        <Segmented label={words.formsLabel} value={form} options={forms} onChange={setForm} isSmall />
      </div>
      <Tabs.Root defaultValue="curl" className="mt8">
        <TabList aria-label={words.commands} isInForm>
          {commands.map(({ key }) => (
            <Tabs.Trigger key={key} value={key}>
              {words.kinds[key]}
            </Tabs.Trigger>
          ))}
        </TabList>
        {commands.map(({ key, text }) => (
          <Tabs.Content key={key} value={key}>
            <div className="mt8">
              <CodeBlock text={text} label={words.kinds[key]} />
            </div>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </details>
  )
}
