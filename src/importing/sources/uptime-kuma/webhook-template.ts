/** For chats, which show one text. */
export const messageText = '{{ALERT_TITLE}}{{#if ALERT_REASON}}\\n{{ALERT_REASON}}{{/if}}'
export const jsonHeader = { key: 'content-type', value: 'application/json' }

/** Line breaks and a number are templates, which are no texts of JSON. */
export const jsonTemplate = (value: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(value)
    .replaceAll('\\\\n', '\\n')
    .replaceAll(/"(\{\{#contains [^"]*\}\}1\{\{else\}\}0\{\{\/contains\}\})"/g, '$1')
