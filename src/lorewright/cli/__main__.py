from lorewright.cli.main import main

main()
