import { CircleAlert } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { FormField } from '#contract'
import { lateTexts } from '../strings/late.ts'
import { listAt, textAt } from '../ui/form/body.ts'
import type { EditProps } from '../ui/form/edit-props.ts'
import { FieldOf } from './field-of.tsx'
import { TabCount, TabList } from '../ui/tabs.tsx'

const words = lateTexts.editor
type FieldTab = NonNullable<FormField['tab']>

/** The fields that belong to tabs, in the order of the first field of each. */
export function FieldTabs<B extends object>({
  fields,
  ...edit
}: EditProps<B> & { readonly fields: readonly FormField[] }) {
  const { body, errors } = edit
  const tabs = [...new Set(fields.flatMap(({ tab }) => tab ?? []))]
  const isWrong = (tab: FieldTab): boolean => fields.some((row) => row.tab === tab && hasError(errors, row.path))
  const [chosen, setChosen] = useState<FieldTab>(
    () => tabs.find((tab) => contentOf[tab](body) !== '') ?? tabs[0] ?? 'headers',
  )
  // Mistakes are shown where they are, once for each answer of the service.
  const [seen, setSeen] = useState(errors)
  if (errors !== seen) {
    setSeen(errors)
    const wrong = tabs.find(isWrong)
    if (wrong !== undefined && !isWrong(chosen)) setChosen(wrong)
  }
  return (
    <Tabs.Root
      value={chosen}
      onValueChange={(value) => setChosen(tabs.find((tab) => tab === value) ?? chosen)}
      activationMode="manual"
    >
      <TabList isInForm aria-label={words.request}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab}>
            {words.fieldTabs[tab]}
            {contentOf[tab](body) !== '' && <TabCount>{contentOf[tab](body)}</TabCount>}
            {isWrong(tab) && <CircleAlert className="ic s fail" aria-label={words.hasMistakes} />}
          </Tabs.Trigger>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <Tabs.Content key={tab} value={tab} className="stack mt12 gap12">
          {fields
            .filter((row) => row.tab === tab)
            .map((row) => (
              <FieldOf key={row.path} row={row} {...edit} />
            ))}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** Whether a field or something in it has a mistake. */
export const hasError = (errors: Readonly<Record<string, string>>, path: string): boolean =>
  Object.keys(errors).some((name) => name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`))

const countAt = (body: object, path: string): string => String(listAt(body, path).length || '')

/** The content of a tab in a word; empty for none. */
const contentOf: Readonly<Record<FieldTab, (body: object) => string>> = {
  headers: (body) => countAt(body, 'request.headers'),
  query: (body) => countAt(body, 'request.queryParameters'),
  body: (body) => {
    const type = textAt(body, 'request.bodyType')
    return textAt(body, 'request.body') === '' || type === 'NONE' ? '' : type
  },
  auth: (body) => textAt(body, 'request.basicAuth.username'),
}
