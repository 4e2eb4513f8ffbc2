import { Tabs } from 'radix-ui'
import { lateTexts } from '../../../strings/late.ts'
import { CodeBlock } from '../../../ui/copy.tsx'
import { TabList } from '../../../ui/tabs.tsx'
import { pingCommands } from './ping-commands.ts'

const words = lateTexts.heartbeat

interface PingCommandsProps {
  readonly url: string
  readonly periodSeconds: number
  readonly isOpen: boolean
}

/** How jobs of several kinds ping, to copy. */
export function PingCommands({ url, periodSeconds, isOpen }: PingCommandsProps) {
  const commands = pingCommands(url, periodSeconds)
  return (
    <details open={isOpen}>
      <summary>{words.commands}</summary>
      <p className="small mute mt4">{words.secret}</p>
      <Tabs.Root defaultValue="curl">
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
