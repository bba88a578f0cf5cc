import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LANGUAGE_CODES } from '../../model/language.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { request } from './api.ts'
import { ME_KEY, useMe } from './me.tsx'

/** Tells the service in which language this person reads the pages, so that emails come in it too. */
export function KeptLanguage() {
  const { language: shown } = useTranslator()
  const { language: kept } = useMe()
  const client = useQueryClient()
  const language = LANGUAGE_CODES.find((code) => code === shown)
  useEffect(() => {
    if (language === undefined || language === kept) return
    request('PATCH /api/me', { body: { language } }).then(
      (me) => client.setQueryData(ME_KEY, me),
      // The next page says it again.
      () => {},
    )
  }, [client, language, kept])
  return null
}
