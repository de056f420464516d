import type { Language } from '@redress/contract/language';
/** The page that the proxy shows while the server is down. It must not promise what it cannot know. */
declare const english: {
    title: string;
    wait: string;
    sendingHeading: string;
    sending: string;
    notSure: string;
    deadlineHeading: string;
    deadline: string;
};
export declare const maintenanceMessages: (language: Language) => typeof english;
export {};
