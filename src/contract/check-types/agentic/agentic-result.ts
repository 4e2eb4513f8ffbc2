import Type from 'typebox'
import { AnyObject } from '../../schema.ts'
import { agenticSuggestionCategories } from './agentic-run.ts'

/** The result of a run that followed a prompt. */
export const AgenticCheckResultSchema = Type.Object({
  summary: Type.String(),
  prompt: Type.String({ description: 'With variables as {{NAME}}.' }),
  assertions: Type.Array(
    Type.Object({
      condition: Type.String(),
      passed: Type.Boolean(),
      actual: Type.String(),
      expected: Type.String(),
    }),
  ),
  suggestions: Type.Array(
    Type.Object({
      summary: Type.String(),
      prompt: Type.String(),
      promptReplacement: Type.String(),
      secrets: Type.Array(Type.String()),
      category: Type.Enum([...agenticSuggestionCategories]),
    }),
  ),
  steps: Type.Array(
    Type.Object({
      type: Type.Enum(['tool_call', 'tool_result', 'message']),
      name: Type.String(),
      input: AnyObject(),
      output: Type.String(),
      timestamp: Type.String(),
      sequenceNumber: Type.Integer(),
    }),
  ),
  errors: Type.Array(AnyObject()),
  artifactManifest: Type.Record(Type.String(), Type.String()),
})
