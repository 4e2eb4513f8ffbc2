/** The types of values of JSON documents. */
export const jsonTypePhrases = {
  JSON_TYPE_OBJECT: 'an object',
  JSON_TYPE_LIST: 'an array',
  JSON_TYPE_TEXT: 'a string',
  JSON_TYPE_NUMBER: 'a number',
  JSON_TYPE_BOOLEAN: 'a boolean',
  JSON_TYPE_NULL: 'null',
  JSON_TYPE_WHOLE_NUMBER: 'an integer',
} as const

export const jsonTypePlaces = {
  jsonType: jsonTypePhrases,
  jsonTypeBefore: jsonTypePhrases,
  expectedJsonType: jsonTypePhrases,
} as const
