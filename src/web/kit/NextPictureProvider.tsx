import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { NextPicture } from './nextPicture.ts'

const NextPictureContext = createContext<NextPicture | null>(null)

/** Outlives the page of a job, since the next one takes the picture. Pages that show no job drop it. */
export function NextPictureProvider({ children }: { children: ReactNode }) {
  const [picture] = useState(() => new NextPicture())
  const [location] = useLocation()
  const isJob = location.startsWith('/jobs/')
  useEffect(() => {
    if (!isJob) picture.drop()
  }, [picture, isJob])
  return <NextPictureContext.Provider value={picture}>{children}</NextPictureContext.Provider>
}

/** null: no one works on job after job here. */
export const useNextPicture = (): NextPicture | null => useContext(NextPictureContext)
