import type { ChatAnswer } from './chat-server.ts'

/** A turn of a model that calls these tools, as the chat completions protocol has it. */
export const toolTurn = (...calls: readonly (readonly [name: string, input: object])[]): ChatAnswer => ({
  status: 200,
  body: JSON.stringify({
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          tool_calls: calls.map(([name, input], index) => ({
            id: `call-${index}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          })),
        },
      },
    ],
    usage: { total_tokens: 100 },
  }),
})

export const finishTurn = (outcome: 'passed' | 'failed', summary = 'Done.'): ChatAnswer =>
  toolTurn(['finish', { outcome, summary }])
