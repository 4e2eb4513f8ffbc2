import { useState } from 'react'
import type { BadgeStyle, BadgeTheme } from '#contract'
import { serviceUrl } from '../api/call.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { DeleteButton } from '../ui/delete-button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Pane } from '../ui/pane.tsx'
import { Loaded } from '../ui/states.tsx'
import { toastError } from '../ui/toast-error.ts'
import { useDisableBadge, useEnableBadge, useGroupBadge, useMayChangeBadge } from './api.ts'
import { badgeTexts } from './badge-texts.ts'

const words = lateTexts.integrations.badge

const styles = ['flat', 'plastic', 'flat-square', 'for-the-badge', 'social'] as const satisfies readonly BadgeStyle[]
const themes = ['default', 'light', 'dark'] as const satisfies readonly BadgeTheme[]

/** The status of a check as a picture, to copy where it shall be shown. */
export const CheckBadgePane = ({ checkId, name }: { readonly checkId: string; readonly name: string }) => (
  <Pane title={words.title}>
    <div className="padx pb stack gap12">
      <p className="small mute">{words.text}</p>
      <Badge address={serviceUrl(`/v1/badges/checks/${checkId}`)} name={name} />
    </div>
  </Pane>
)

/** The same of a group, whose badge is off until somebody turns it on. */
export function GroupBadgePane({ groupId, name }: { readonly groupId: number; readonly name: string }) {
  const mayChange = useMayChangeBadge()
  const enable = useEnableBadge()
  const disable = useDisableBadge()
  const input = { params: { id: groupId } }
  return (
    <Pane title={words.title}>
      <div className="padx pb stack gap12">
        <p className="small mute">{words.groupText}</p>
        <Loaded query={useGroupBadge(groupId)} rows={2}>
          {(badge) =>
            badge === null ? (
              mayChange && (
                <div>
                  <Button size="small" onClick={() => enable.mutate(input, { onError: toastError })}>
                    {words.enable}
                  </Button>
                </div>
              )
            ) : (
              <>
                <Badge address={badge.url} name={name} />
                {mayChange && (
                  <div>
                    <DeleteButton
                      title={words.disableTitle}
                      text={words.disableText}
                      label={words.disable}
                      onDelete={() => disable.mutate(input, { onError: toastError })}
                    />
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </div>
    </Pane>
  )
}

function Badge({ address, name }: { readonly address: string; readonly name: string }) {
  const [style, setStyle] = useState<BadgeStyle>('flat')
  const [theme, setTheme] = useState<BadgeTheme>('default')
  const [responseTime, setResponseTime] = useState(false)
  const { url, markdown, html } = badgeTexts(address, name, { style, theme, responseTime })
  return (
    <>
      <img src={url} alt={words.alt(name)} />
      <div className="row wrap">
        <SelectField label={words.style} value={style} options={optionsOf(styles, words.styles)} onChange={setStyle} />
        <SelectField label={words.theme} value={theme} options={optionsOf(themes, words.themes)} onChange={setTheme} />
        <SelectField
          label={words.responseTime}
          value={responseTime ? 'shown' : 'hidden'}
          options={optionsOf(['hidden', 'shown'] as const, words.responseTimes)}
          onChange={(value) => setResponseTime(value === 'shown')}
        />
      </div>
      <CodeBlock label="Markdown" text={markdown} />
      <CodeBlock label="HTML" text={html} />
      <CodeBlock label="URL" text={url} />
    </>
  )
}

const optionsOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))
