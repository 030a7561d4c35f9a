# tt_extension(TARGET NAME SOURCES...): an extension module that Python imports as NAME and that uses core. For
# packages of this repository and for others: an install of tt-core carries this file.
function(tt_extension target name)
  add_library(${target} MODULE ${ARGN})
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))"
    OUTPUT_VARIABLE suffix OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME "${name}" PREFIX "" SUFFIX "${suffix}")
  target_include_directories(${target} SYSTEM PRIVATE ${Python_INCLUDE_DIRS})
  target_link_libraries(${target} PRIVATE tt::core)
endfunction()

# tt_op_table(TARGET FILE NAMESPACE): the op entries in the Python FILE, compiled into TARGET as the constant
# `NAMESPACE::op_table`. Core's Registry::define takes what is in it.
function(tt_op_table target file namespace)
  get_filename_component(file "${file}" ABSOLUTE)
  set(out "${CMAKE_CURRENT_BINARY_DIR}/${target}.gen")
  add_custom_command(OUTPUT "${out}/op_table.gen.cpp"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${out}"
    COMMAND "${Python_EXECUTABLE}" -m tt_opspec.generate --out "${out}" --entries "${file}" --namespace ${namespace}
    DEPENDS "${file}" COMMENT "Generating the op table of ${target}" VERBATIM)
  target_sources(${target} PRIVATE "${out}/op_table.gen.cpp")
endfunction()
