import type { ClubConfig } from './app/config/club.ts';

/**
 * The club's words, links and providers: the one file a club edits. It is read at start; app/config/club.ts explains each key.
 * What is saved at /admin/texts stands in the place of what is said here.
 */
export default {
  club: {
    name: 'Quillmoor University Computer Science Club',
    shortName: 'CSC',
    university: 'Quillmoor University',
    institution: 'Quillmoor',
    tagline: 'Fostering a community for everyone at Quillmoor University interested in computer science',
    email: 'club@example.edu',
    building: 'Babbage Hall',
    room: 'Room 332',
    address: ['12 College Way', 'Springfield, ON A1B 2C3'],
    timeZone: 'America/Toronto',
    locale: 'en-US',
    currency: 'USD',
    accent: '#aa3b3b',
  },
  chat: {
    service: 'Discord',
    inviteUrl: 'https://chat.example.com/invite/abc',
  },
  identityProvider: {
    name: 'Google',
  },
  links: {
    charter: {
      label: 'Read the club charter',
      url: 'https://docs.example.com/charter',
    },
    state: {
      label: 'Learn more about the clubs state',
      url: 'https://files.example.com/state.pdf',
    },
    studentUnion: {
      label: 'Student union club page',
      url: 'https://union.example.edu/csc',
    },
    experience: {
      label: 'University experience club page',
      url: 'https://experience.example.edu/csc',
    },
    photos: {
      label: 'Follow us on PhotoShare',
      url: 'https://photos.example.com/csc',
    },
    code: {
      label: 'Check our CodeHost page',
      url: 'https://code.example.com/csc',
    },
  },
  guide: {
    source: 'assets/cs-guide.md',
    editUrl: 'https://code.example.com/csc/site/edit/main/cs-guide.md',
  },
  forms: {
    signup: {
      action: '/forms/d/e/signup/formResponse',
      fields: {
        name: 'entry.1001',
        student_id: 'entry.1002',
        gender: 'entry.1003',
        email: 'entry.1004',
        program: 'entry.1005',
        number_of_years_member: 'entry.1006',
        interests: 'entry.1007',
      },
    },
    chatInvite: {
      action: '/forms/d/e/chat-invite/formResponse',
      fields: {
        email: 'entry.2001',
      },
    },
    contact: {
      action: '/forms/d/e/contact/formResponse',
      fields: {
        name: 'entry.3001',
        email: 'entry.3002',
        message: 'entry.3003',
      },
    },
    execApplication: {
      action: '/forms/d/e/exec-application/formResponse',
      fields: {
        name: 'entry.4001',
        email: 'entry.4002',
        intrCscExec: 'entry.4003',
        skills: 'entry.4004',
        workshop: 'entry.4005',
        years: 'entry.4006',
        role: 'entry.4007',
        currentYear: 'entry.4008',
      },
    },
    merchOrder: {
      action: '/forms/d/e/merch-order/formResponse',
      fields: {
        email: 'entry.5001',
        id: 'entry.5002',
        color: 'entry.5003',
        size: 'entry.5004',
        refnum: 'entry.5005',
      },
    },
  },
  membership: {
    fee: 'Membership is $5 for a year, from September to August. Pay at our room or at any event.',
    graceDays: 14,
  },
  digest: { weekday: 'sunday', at: '18:00' },
  payments: {
    publishableKey: 'pk_test_example',
    links: [
      {
        label: '2024',
        url: 'https://pay.example.com/2024',
      },
      {
        label: '2025',
        url: 'https://pay.example.com/2025',
      },
    ],
  },
  socialFeed: {
    script: 'https://widgets.example.com/timeline.js',
    href: 'https://social.example.com/csc',
  },
  about: [
    'We are the Quillmoor University Computer Science Club.',
    'Our goal is to be a community for everyone at the university who is interested in computer science.',
    'Throughout the year we host and take part in educational and social computer science events.',
  ],
  activities: [
    {
      icon: 'gamepad',
      title: 'Gaming',
      description: 'From board games to first-person shooters. We are always up for a good game night.',
    },
    {
      icon: 'code',
      title: 'Tech talks & Seminars',
      description: 'Talks throughout the year on all things software.',
    },
    {
      icon: 'people',
      title: 'Social',
      description: 'Meet fellow members and the department at our social events.',
    },
    {
      icon: 'plus',
      title: 'More',
      description: '… and much more!',
    },
  ],
  services: [
    {
      icon: 'pizza',
      title: 'Food',
      description: 'Low-price food, sold from our room.',
    },
    {
      icon: 'chat',
      title: 'Chatrooms',
      description: 'Dedicated channels to talk with other members.',
    },
  ],
  pages: {
    services: false,
    dsc: false,
    apply: false,
    merch: false,
  },
} satisfies ClubConfig;
