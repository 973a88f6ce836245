enum Help {
    static let text = """
        Chatprint renders chat transcripts as pictures and documents.

          chatprint serve                      answer HTTP; chatprint settings lists what may be set
          chatprint render [FILE|-] [-o OUT]   render a conversation (JSON, or a chat export), which may
                                               be a folder
          chatprint batch [FOLDER|-] [-o DIR]  render what is in a folder, or jobs from standard input
          chatprint import [FILE|-] [-o OUT]   turn a chat export into a conversation (JSON);
                                               --report: say what was read and what was not carried over
          chatprint chats FILE                 list the chats of an export, for --chat
          chatprint validate [FILE|-]          check a conversation and list warnings
          chatprint verify FILE.pdf [--json]   check a document for evidence: files, messages, chain;
                                               --chain HEAD: against what is known of it elsewhere
          chatprint themes [--show NAME]       list looks, or print one as JSON
          chatprint bench FILE                 time rendering it here, warm, stage by stage (JSON);
                                               --each FILE...: each once, what work it took
          chatprint health                     ask the service here whether it lives; settings as for serve
          chatprint settings                   list the settings of serve
          chatprint --version

        Options of render and batch:
          -o, --output OUT     file to write; its ending names the format; - or none for standard output
          --format FORMAT      png, pdf, svg, zip or json
          --theme NAME         a look; --mode light|dark; --contrast app for the app's own colours
          --scale N            pixels per point, 1 to 4
          --width N            points
          --me NAME            whose messages stand on the right
          --from FORMAT        a chat export's format (else recognised); --chat NAME, --timezone ZONE
          --media FOLDER       where the files are that it names, if not beside and below it; --no-media: nowhere
          --date-order ORDER   dmy, mdy or ymd; --year YEAR for dates without one
          --after, --before    times between which to stay, such as 2026-05-01
          --split-by PART      day, month, year or a number of messages: a ZIP of several outputs
          --profile evidence   a document that proves what was said: facts, numbers, full times, digests
          --engine ENGINE      chatprint, or cairo to have cairo alone draw
          --set KEY=VALUE      any other field of output or options, such as --set page.size=letter
          --strict             refuse what would only be warned about
          --quiet              no warnings, no progress
          --skip-existing      batch: leave alone what is there already
          --config FOLDER      where themes and settings lie

        chatprint render talk.json -o talk.pdf
        echo '{"messages":["Hi!","Hello"]}' | chatprint render - -o chat.png
        """
}
