import type { Login, ActiveLogin } from '@redress/contract/session';
import { useEffect, useState } from 'react';

/** How long before its end a login is asked about. */
const warnedMs = 10 * 60_000;
/** While somebody fills in the form, the login is given more time by itself, but not more often than this. */
const renewedEveryMs = 5 * 60_000;

/** Where a login is on its way to its end. */
export interface LoginEnd {
  readonly stage: 'far' | 'near' | 'ended';
  /** Whether the question stands on the screen: from "near" on, until it is answered. */
  readonly isAsking: boolean;
  /** By the device's clock, which is the one that its owner looks at. */
  readonly at: Date | undefined;
}
const far: LoginEnd = { stage: 'far', isAsking: false, at: undefined };

/**
 * Watches the end of a login, if there is one: each answer of the session is a new `login`, and begins anew. `renew` asks the server for more
 * time and gives whether it answered.
 */
export function useLoginEnd(
  login: Login | ActiveLogin | null | undefined,
  renew: () => Promise<boolean>,
): LoginEnd & { readonly letEnd: () => void } {
  const [end, setEnd] = useState(far);
  useEffect(() => {
    setEnd(far);
    if (!login || !('secondsLeft' in login)) return;
    let triedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const endsAt = triedAt + login.secondsLeft * 1_000;
    const look = () => {
      clearTimeout(timer);
      const left = endsAt - Date.now();
      const at = new Date(endsAt);
      if (left <= 0) return setEnd(({ isAsking }) => ({ stage: 'ended', isAsking, at }));
      if (left <= warnedMs)
        setEnd(({ stage, isAsking }) => ({ stage: 'near', isAsking: stage === 'far' || isAsking, at }));
      timer = setTimeout(look, left > warnedMs ? left - warnedMs : left);
    };
    const onInput = () => {
      const now = Date.now();
      if (now >= endsAt || now - triedAt < renewedEveryMs) return;
      triedAt = now;
      void renew();
    };
    look();
    // A device that slept has missed the time.
    document.addEventListener('visibilitychange', look);
    // Not what the form hears: a field that the question takes the focus from is tidied, which nobody typed.
    document.addEventListener('input', onInput);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('input', onInput);
    };
  }, [login, renew]);
  return { ...end, letEnd: () => setEnd((before) => ({ ...before, isAsking: false })) };
}
